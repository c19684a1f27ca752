import { HONEYPOT, publicLeads } from '#shared/public-leads.ts';

/** The HTML of a website's form, with the script that sends a lead to this installation. */
export function formSnippet(apiKey: string, origin: string): string {
  return `<form id="lead-form">
  <input name="name" placeholder="Name" required>
  <input name="email" type="email" placeholder="Email">
  <input name="phone" type="tel" placeholder="Phone">
  <textarea name="message" placeholder="How can we help?"></textarea>
  <!-- People do not see this field; robots fill it in. -->
  <input name="${HONEYPOT}" tabindex="-1" autocomplete="off" aria-hidden="true" style="position:absolute;left:-9999px">
  <button>Send</button>
  <p role="status"></p>
</form>
<script>
  document.getElementById('lead-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const status = form.querySelector('[role=status]');
    try {
      const response = await fetch('${origin}/api${publicLeads.create.path}', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': '${apiKey}' },
        body: JSON.stringify({ ...Object.fromEntries(new FormData(form)), source: 'website' }),
      });
      const { success, message } = await response.json();
      status.textContent = message;
      if (success) form.reset();
    } catch {
      status.textContent = 'This did not work. Please try again.';
    }
  });
</script>`;
}
