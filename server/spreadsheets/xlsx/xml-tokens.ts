import { damaged } from '#server/spreadsheets/unreadable-file.ts';

export type XmlHandlers = {
  /** `attributes` is the raw text; `attribute()` reads one of them. */
  open(name: string, attributes: string): void;
  /** Text between two tags, with entities decoded; may arrive in several pieces. */
  text(text: string): void;
  close(name: string): void;
};

const MOST_DEPTH = 64;
const MAX_TAG_CHARS = 64 * 1024;
const LONGEST_ENTITY = 12;
const LT = 60;

/**
 * Splits a spreadsheet part's XML into tags and text as it arrives, in constant memory. Rejects declarations
 * (DTD, entities), which no spreadsheet has. Throws UnreadableFile.
 */
export class XmlTokens {
  readonly #handlers: XmlHandlers;
  readonly #decoder = new TextDecoder();
  #rest = '';
  /** The text that ends the comment or instruction being skipped. */
  #skipTo = '';
  #depth = 0;

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
  }

  push(piece: Uint8Array): void {
    this.#cut(this.#rest + this.#decoder.decode(piece, { stream: true }));
  }

  /** Throws unless the document is complete. */
  end(): void {
    if (this.#depth !== 0 || this.#skipTo !== '' || this.#rest.includes('<')) throw damaged();
  }

  #cut(input: string): void {
    let at = 0;
    while (at < input.length) {
      const next = this.#skipTo !== '' ? this.#skip(input, at) : this.#next(input, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = input.slice(at);
    if (this.#rest.length > MAX_TAG_CHARS) throw damaged();
  }

  /** Handles the token at `at` and returns where the next begins; -1 when more input is needed. */
  #next(input: string, at: number): number {
    if (input.charCodeAt(at) !== LT) return this.#text(input, at);
    if (at + 1 === input.length) return -1;
    const kind = input[at + 1];
    if (kind === '!') return this.#declaration(input, at);
    if (kind === '?') {
      this.#skipTo = '?>';
      return at + 2;
    }
    const end = tagEnd(input, at);
    if (end < 0) return -1;
    if (kind === '/') this.#close(input.slice(at + 2, end).trim());
    else this.#open(input.slice(at + 1, end));
    return end + 1;
  }

  #open(tag: string): void {
    const empty = tag.endsWith('/');
    const body = empty ? tag.slice(0, -1) : tag;
    const space = body.search(/\s/);
    const name = space < 0 ? body : body.slice(0, space);
    if (++this.#depth > MOST_DEPTH) throw damaged();
    this.#handlers.open(local(name), space < 0 ? '' : body.slice(space));
    if (empty) this.#close(name);
  }

  #close(name: string): void {
    if (--this.#depth < 0) throw damaged();
    this.#handlers.close(local(name));
  }

  #text(input: string, at: number): number {
    const end = input.indexOf('<', at);
    if (end >= 0) {
      this.#handlers.text(decodeEntities(input.slice(at, end)));
      return end;
    }
    const entity = input.lastIndexOf('&');
    const cut = entity >= at && input.length - entity < LONGEST_ENTITY ? entity : input.length;
    if (cut > at) this.#handlers.text(decodeEntities(input.slice(at, cut)));
    return cut > at ? cut : -1;
  }

  #declaration(input: string, at: number): number {
    if (input.startsWith('<!--', at)) {
      this.#skipTo = '-->';
      return at + 4;
    }
    if (input.startsWith('<![CDATA[', at)) {
      const end = input.indexOf(']]>', at);
      if (end < 0) return -1;
      this.#handlers.text(input.slice(at + 9, end));
      return end + 3;
    }
    if (
      input.length - at < 9 &&
      ('<![CDATA['.startsWith(input.slice(at)) || '<!--'.startsWith(input.slice(at)))
    )
      return -1;
    throw damaged();
  }

  #skip(input: string, at: number): number {
    const end = input.indexOf(this.#skipTo, at);
    if (end >= 0) {
      const next = end + this.#skipTo.length;
      this.#skipTo = '';
      return next;
    }
    // Keeps only the end of an unfinished comment, which may be the start of its terminator.
    const kept = Math.max(at, input.length - 2);
    return kept > at ? kept : -1;
  }
}

/**
 * The position where the tag that begins at `at` ends; a `>` inside quotes does not end a tag. -1 when more
 * input is needed.
 */
function tagEnd(input: string, at: number): number {
  let quote = 0;
  for (let index = at; index < input.length; index++) {
    const char = input.charCodeAt(index);
    if (quote !== 0) quote = char === quote ? 0 : quote;
    else if (char === 34 || char === 39) quote = char;
    else if (char === 62) return index;
  }
  return -1;
}

/** A name without its namespace prefix. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const decode = (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name) return NAMED.get(name) ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  };
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, decode);
}

const ATTRIBUTES = new Map<string, RegExp>();

/** The value of an attribute by its local name; undefined if it is absent. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (!pattern)
    ATTRIBUTES.set(name, (pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)));
  const match = pattern.exec(attributes);
  return match ? decodeEntities(match[1] ?? match[2] ?? '') : undefined;
}
