import type { CollectionLabel } from '@repertoire/core/domain'

/** Paths that begin with the token of a collection, or with a key: `/git/TOKEN/SLUG.git/…` and `/s/TOKEN/SLUG/…`. */
const withToken = /^\/+(?:(git)\/+(?![^/]*\.git(?:\/|$))|(s)\/+)([^/]+)/

/** The path without a token, which is what is routed and logged. Pure. */
export function withoutCollectionToken(path: string): string {
  return path.replace(withToken, (_, git: string | undefined) => (git ? '/git' : '/s'))
}

/** The token in the address of a request; null without one. Pure. */
export function collectionToken(url: string): string | null {
  return withToken.exec(new URL(url).pathname)?.[3] ?? null
}

const canarySuffix = '.canary'

/** What a name in an address asks for: `billing` for production, `billing.canary` for the newest. Pure. */
export function parseCollectionName(name: string): {
  readonly slug: string
  readonly label: CollectionLabel
} {
  return name.endsWith(canarySuffix)
    ? { slug: name.slice(0, -canarySuffix.length), label: 'canary' }
    : { slug: name, label: 'production' }
}
