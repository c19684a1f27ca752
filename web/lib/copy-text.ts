import { focusBack } from '#web/lib/focus-content.ts';

/**
 * Copies text to the clipboard, even on plain http, where pages have no clipboard API. Returns whether it
 * worked.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    (document.querySelector('[role="dialog"]') ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    focusBack(focused);
    return isCopied;
  }
}
