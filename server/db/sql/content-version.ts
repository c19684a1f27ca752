import { createHash } from 'node:crypto';
import { Stale } from '#server/errors.ts';

/**
 * Derives a version from content: equal content has the same version, no matter who saved it and how often
 * (decision 19).
 */
export function versionOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** The content and its version. */
export function withVersion<Content extends object>(content: Content): Content & { version: string } {
  return { ...content, version: versionOf(content) };
}

/**
 * Throws 412 with the current content when the caller has seen another version. A caller that names no
 * version overwrites.
 */
export function assertSeen(seen: string | undefined, current: { id?: string; version: string }): void {
  if (seen !== undefined && seen !== current.version) throw new Stale(current);
}
