import type { RoutingSource } from '@repertoire/skill-md'

const places: Readonly<Record<RoutingSource, string>> = {
  repertoire: '',
  frontmatter: 'a block of the frontmatter',
  minara: 'metadata.minara',
  openclaw: 'metadata.openclaw',
  sidecar: 'SKILL.config.json',
}

/** Where a value comes from when it is not our own key, and what editing does about it. */
export function OriginNote({ origin }: { readonly origin: RoutingSource | undefined }) {
  if (origin === undefined || origin === 'repertoire') return null
  return <p>From {places[origin]}. What you write here goes before it.</p>
}
