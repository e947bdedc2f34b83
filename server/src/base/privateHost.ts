/** True for this machine and for names and addresses that stay inside a private network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  if (host.includes(':')) return host === '::1' || /^f[cd]|^fe[89ab]/.test(host);
  if (/^\d+(\.\d+){3}$/.test(host)) {
    const [first = 0, second = 0] = host.split('.').map(Number);
    return (
      first === 127 ||
      first === 10 ||
      host === '0.0.0.0' ||
      (first === 172 && second >= 16 && second < 32) ||
      (first === 192 && second === 168) ||
      // Shared address space, which private overlay networks use.
      (first === 100 && second >= 64 && second < 128)
    );
  }
  // A name without a dot belongs to the local network or to a neighbouring container.
  return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(host);
}

/**
 * True for hosts that strangers can't reach: private ones, and link-local ones, where clouds serve secrets to their
 * machines. What strangers wrote must not lead there.
 */
export function isInsideHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const [, low, ...words] =
    /^::(?:ffff:)?(?:(\d[\d.]*\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/.exec(host) ?? [];
  const mapped = words.some(Boolean)
    ? words.flatMap((word) => [Number.parseInt(word!, 16) >> 8, Number.parseInt(word!, 16) & 255]).join('.')
    : low;
  if (mapped !== undefined) return isInsideHost(mapped);
  return isPrivateHost(host) || host === '::' || /^(?:0\.|169\.254\.)[\d.]+$/.test(host);
}
