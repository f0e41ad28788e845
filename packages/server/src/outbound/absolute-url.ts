/** UTF-16 units; longer ones are data in disguise. */
const maxLinkLength = 2048

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/**
 * A link with everything it needs to be followed, safe between Markdown's parentheses. Null for what leads
 * nowhere a reader could follow: scripts, data, nonsense.
 */
export function toAbsoluteUrl(href: string, base: string): string | null {
  if (href.length > maxLinkLength || base.length > maxLinkLength) return null
  const url = URL.parse(href.trim(), base)
  if (!url || !linkProtocols.has(url.protocol)) return null
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}
