/** Apps that are not web pages and do not listen on this machine. Other names could belong to the browser or the system. */
const ownSchemes = new Set([
  ...['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:', 'kiro:', 'goose:'],
  ...['claude:', 'warp:', 'raycast:'],
])

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
const maxLength = 300

/** Whether an app may name the address to be sent back to: a page over TLS, this machine, or an app's own scheme. */
export function isAppRedirect(address: string): boolean {
  if (address.length > maxLength || !/^[\x21-\x7e]+$/.test(address)) return false
  if (!URL.canParse(address) || address.includes('#') || address.includes('\\')) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return loopbackHosts.has(url.hostname)
  // A name with a dot is a domain turned round, as RFC 8252 asks of native apps.
  return ownSchemes.has(url.protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
}

/** Whether an asked address is one that was registered: the same text, but for the port of a program on this machine. */
export function isRegisteredRedirect(asked: string, registered: readonly string[]): boolean {
  if (!isAppRedirect(asked)) return false
  return registered.some((one) => isAppRedirect(one) && withoutPort(one) === withoutPort(asked))
}

/** Where a person is sent, in the words to show them. */
export function redirectPlace(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'http:') return 'this machine'
  return url.protocol === 'https:' ? url.host : `the app ${url.protocol.slice(0, -1)}`
}

function withoutPort(address: string): string {
  const url = new URL(address)
  if (url.protocol !== 'http:') return address
  // The text is kept otherwise: two ways of writing a path are two addresses.
  return address.replace(/^(http:\/\/(?:\[[^\]]*\]|[^:/?]*)):\d+/i, '$1')
}
