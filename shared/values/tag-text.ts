/** A tag up to the next separator; a quoted tag may contain separators and doubled quotes. */
const TAG = /\s*(?:"((?:[^"]|"")+)"\s*(?=[,;\n]|$)|([^,;\n]*))(?:[,;\n]|$)/y;

const bareTag = (tag: string) => tag.trim().replace(/^\*\s+/, '');

/** The tags in a text of a form or a file, in order and each once; undoes `joinTags`. */
export function splitTags(text: string): string[] {
  if (!text.includes('"')) return distinct(text.split(/[,;\n]/).map(bareTag));
  const tags: string[] = [];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < text.length) {
    const [, quotedTag, tag = ''] = TAG.exec(text) ?? [];
    if (quotedTag === undefined && tag === '' && TAG.lastIndex === 0) break;
    tags.push(quotedTag === undefined ? bareTag(tag) : quotedTag.replaceAll('""', '"'));
  }
  return distinct(tags);
}

const distinct = (tags: readonly string[]) => [...new Set(tags)].filter(Boolean);

/** Matches a tag that is quoted among others: with a separator, a quote, or a bullet. */
export const QUOTED_TAG = /[,;"*\n]/;

/** Tags as a text, separated by commas, as in exported files. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => (QUOTED_TAG.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');
