/** Second-level names under which countries register domains, and hosts that rent out their subdomains. */
const SHARED_SECOND_LEVELS = new Set(
  'ac co com edu firm gen gob gov gouv ind mil net nic or org res'.split(' '),
);
const SHARED_HOSTS = new Set(
  (
    'github.io gitlab.io vercel.app netlify.app pages.dev workers.dev herokuapp.com web.app firebaseapp.com ' +
    'azurewebsites.net appspot.com cloudfront.net onrender.com fly.dev wordpress.com wixsite.com myshopify.com ' +
    'webflow.io framer.app duckdns.org no-ip.org ddns.net ngrok.io ngrok.app ngrok-free.app trycloudflare.com ' +
    'surge.sh glitch.me replit.app repl.co railway.app deno.dev azurestaticapps.net cloudapp.net'
  ).split(' '),
);
/** Hosts that rent out names at several depths, or under several endings. */
const SHARED_BELOW = /(?:^|\.)amazonaws\.com$|^blogspot\./;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Returns the origin meant by `shop.example.com`, `https://shop.example.com/` or `http://localhost:8080`, and
 * for `https://*.example.com` a pattern of origins. The scheme defaults to https. Undefined for a text that
 * is not an origin, or for a pattern that is too wide.
 */
export function normaliseOrigin(typed: string): string | undefined {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const isPattern = /^https?:\/\/\*\./i.test(withScheme);
  const address = isPattern ? withScheme.replace('*.', '') : withScheme;
  if (!/^https?:\/\//i.test(address) || /[*\s\\]/.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, host, username, password, pathname, search, hash } = new URL(address);
  if (username || password || search || hash || pathname !== '/' || hostname.endsWith('.')) return undefined;
  if (!isPattern) return isHost(hostname) ? `${protocol}//${host}` : undefined;
  return isOneOwners(hostname) ? `${protocol}//*.${host}` : undefined;
}

/** Whether this is a host: a name of two or more labels, an IP address, or localhost. */
function isHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.startsWith('[')) return true;
  const labels = hostname.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** Whether all subdomains of a name belong to one owner, unlike those of `com`, `co.uk` or `github.io`. */
function isOneOwners(hostname: string): boolean {
  const labels = hostname.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  if (!isHost(hostname) || labels.length < 2 || /^\d+$/.test(top)) return false;
  if (labels.length === 2 && top.length === 2 && SHARED_SECOND_LEVELS.has(second)) return false;
  return !SHARED_HOSTS.has(hostname) && !SHARED_BELOW.test(hostname);
}

/**
 * Returns the entries that allow this `Origin` header in a list of allowed origins: the origin itself, or the
 * wildcard one label above it. Empty for a header that no browser would send.
 */
export function allowedForms(header: string | undefined): string[] {
  if (!header || !/^https?:\/\/[^/,*\s]+$/.test(header) || !URL.canParse(header)) return [];
  const { origin, protocol, hostname, port } = new URL(header);
  if (origin !== header || hostname.endsWith('.')) return [];
  const above = hostname.split('.').slice(1).join('.');
  return isOneOwners(above) ? [origin, `${protocol}//*.${above}${port && `:${port}`}`] : [origin];
}
