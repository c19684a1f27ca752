import { isApiCall } from '#server/http/api-calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds, ranging from a page of leads to the longest statement. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** How many clients are shown with their own metrics: a thousand clients would be a thousand metrics. */
const MOST_CLIENTS = 10;
/** Half-life in milliseconds of a request's weight when choosing these clients. */
const HALF_LIFE = 5 * 60_000;
const MOST_REMEMBERED = 10_000;

type Use = { requests: number; seconds: number; lately: number };

/**
 * Counts an application's requests by route and status, their durations, and the clients with the most
 * requests.
 */
export class RequestMetrics {
  readonly registry = new Registry();
  readonly #clients = new Map<string, Use>();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #seconds: Histogram<'method' | 'route'>;
  #inFlight = 0;
  #chosen = performance.now();

  constructor() {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'lms_http_requests_total',
      help: 'Requests by method, route and status; route is "none" where no call has the address.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'lms_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer; without streams of events.',
      labelNames: ['method', 'route'],
      buckets: BUCKETS,
      registers,
    });
    const inFlight = () => this.#inFlight;
    const gauge = new Gauge({
      name: 'lms_http_requests_in_flight',
      help: 'Requests that are being answered, streams of events among them.',
      registers: [],
      collect() {
        this.set(inFlight());
      },
    });
    this.registry.registerMetric(gauge);
    this.#showClients('lms_client_requests_total', 'Requests of users of', ({ requests }) => requests);
    this.#showClients(
      'lms_client_request_seconds_total',
      'Seconds of answering users of',
      ({ seconds }) => seconds,
    );
  }

  /** Counts every request of the API. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, _reply, done) => {
      this.#inFlight += 1;
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      this.#inFlight -= 1;
      if (isApiCall(request)) {
        const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
        this.#count(request, reply.statusCode, isStream ? undefined : reply.elapsedTime / 1000);
      }
      done();
    });
  }

  #count(request: FastifyRequest, status: number, seconds: number | undefined): void {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    this.#requests.inc({ method, route, status });
    if (seconds === undefined) return;
    this.#seconds.observe({ method, route }, seconds);
    const { client } = request.session?.actor ?? {};
    if (!client) return;
    const use = this.#clients.get(client.schema) ?? this.#newClient(client.schema);
    use.requests += 1;
    use.lately += 1;
    use.seconds += seconds;
  }

  #newClient(schema: string): Use {
    if (this.#clients.size >= MOST_REMEMBERED) this.#clients.clear();
    const use = { requests: 0, seconds: 0, lately: 0 };
    this.#clients.set(schema, use);
    return use;
  }

  /** The clients with the most requests in the last minutes. */
  #busiest(): [string, Use][] {
    const now = performance.now();
    const fade = 0.5 ** ((now - this.#chosen) / HALF_LIFE);
    this.#chosen = now;
    for (const use of this.#clients.values()) use.lately *= fade;
    return [...this.#clients]
      .toSorted(([, one], [, other]) => other.lately - one.lately)
      .slice(0, MOST_CLIENTS);
  }

  #showClients(name: string, help: string, valueOf: (use: Use) => number): void {
    const busiest = () => this.#busiest();
    const counter = new Counter({
      name,
      help: `${help} the ${MOST_CLIENTS} clients that have asked the most lately.`,
      labelNames: ['client'],
      registers: [],
      collect() {
        this.reset();
        for (const [client, use] of busiest()) this.inc({ client }, valueOf(use));
      },
    });
    this.registry.registerMetric(counter);
  }
}
