import { showFailure, showSuccess } from './toast.ts';

/**
 * Copies a text and shows a toast. `what` begins a sentence: 'The API key'. Returns whether copying worked.
 */
export async function copyWithToast(text: string, what: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) showSuccess(`${what} is on your clipboard.`, 'Copied!');
  else showFailure('Please select the text and copy it yourself.', 'Copying did not work');
  return isCopied;
}

/**
 * Copies text to the clipboard, even on plain http, where pages have no clipboard API. Returns whether it
 * worked.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    (document.querySelector('[role="dialog"]') ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}
