/** UTF-16 units. A longer link is usually embedded data. */
const maxLinkLength = 2048

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/**
 * An absolute link that is safe inside Markdown's parentheses. Null for what no reader can follow, such as
 * scripts and data.
 */
export function toAbsoluteUrl(href: string, base: string): string | null {
  if (href.length > maxLinkLength || base.length > maxLinkLength) return null
  const url = URL.parse(href.trim(), base)
  if (!url || !linkProtocols.has(url.protocol)) return null
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}
