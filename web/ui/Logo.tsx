/** The mark: an L whose free corner holds the next lead. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <rect width="32" height="32" rx="8" fill="var(--lms-accent)" />
      <path d="M10.5 7.5v11a4 4 0 0 0 4 4h8" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
      <circle cx="20.25" cy="11.25" r="3.25" fill="#fff" />
    </svg>
  );
}
