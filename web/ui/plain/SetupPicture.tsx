import type { FactorSetup } from '#shared/accounts/second-factor.ts';

/** The QR code of a new authenticator app, and its key to type where no camera is at hand. */
export function SetupPicture({ setup: { qr, secret } }: { setup: FactorSetup }) {
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'center', textAlign: 'center' }}>
      {/* Cameras need dark squares on white, in dark mode too. */}
      <svg
        role="img"
        aria-label="QR code for the authenticator app"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width={196}
        height={196}
        shapeRendering="crispEdges"
        style={{ background: '#fff', borderRadius: 8 }}
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <p style={{ fontSize: 13 }}>No camera? Enter this key:</p>
      <code data-testid="factor-key" style={{ userSelect: 'all', overflowWrap: 'anywhere' }}>
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
    </div>
  );
}
