type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment variable of a proxy that Node's HTTP client will not use for a URL; undefined when there is none, or
 * when the proxy is used. An unused proxy is the most frequent reason why an endpoint can't be reached.
 */
export function ignoredProxy(url: string, environment: Environment): string | undefined {
  const { protocol, hostname } = new URL(url);
  // What Node does with this variable depends on its version. It was at least asked to use the proxy.
  if (environment.NODE_USE_ENV_PROXY === '1') return undefined;
  const names =
    protocol === 'https:'
      ? ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
      : ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
  const name = names.find((each) => environment[each]);
  const exceptions = environment.NO_PROXY ?? environment.no_proxy ?? '';
  return isException(hostname, exceptions) ? undefined : name;
}

/** True for a host that a list such as `localhost,.example.org` excludes. */
function isException(hostname: string, exceptions: string): boolean {
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return true;
  return exceptions
    .split(/[\s,]+/)
    .map((each) => each.replace(/^\*?\./, '').replace(/:\d+$/, ''))
    .some((each) => each === '*' || (each !== '' && (hostname === each || hostname.endsWith(`.${each}`))));
}
