import type { CatalogItemBody } from '@repertoire/protocol'
import type { BrowseSearch } from '../../shared/api/search-params.ts'

/**
 * What can be done with what a source offers. `ready`: installed with one click. `to-read`: somebody reads it first.
 * `blocked`, `licence-refused`: nobody may approve it. `set-aside`: it was rejected, quarantined or deleted here.
 */
export type CatalogItemState =
  | 'installed'
  | 'update'
  | 'ready'
  | 'to-read'
  | 'blocked'
  | 'licence-refused'
  | 'set-aside'

type Offer = Pick<
  CatalogItemBody,
  'installed' | 'arrival_id' | 'verdict' | 'licence_decision' | 'name' | 'path' | 'description'
>

export function catalogItemState(offer: Offer): CatalogItemState {
  const { installed, arrival_id: arrival, verdict, licence_decision: licence } = offer
  if (arrival === null) return installed ? 'installed' : 'set-aside'
  if (verdict === 'blocked') return 'blocked'
  if (licence === 'refused') return 'licence-refused'
  if (installed) return 'update'
  const isClean = verdict === 'clean' || verdict === 'notice'
  return isClean && licence === 'allowed' ? 'ready' : 'to-read'
}

/** Those that the words, the source and the state of the address bar leave. */
export function filterCatalogItems<Item extends CatalogItemBody>(
  items: readonly Item[],
  { q = '', source, show }: BrowseSearch,
): Item[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = `${item.name} ${item.path} ${item.description}`.toLowerCase()
    return (
      (source === undefined || item.catalog_source_id === source) &&
      (show === undefined || isShown(item, show)) &&
      words.every((word) => text.includes(word))
    )
  })
}

function isShown(item: CatalogItemBody, show: NonNullable<BrowseSearch['show']>): boolean {
  if (show === 'installed') return item.installed
  if (show === 'updates') return item.update_available
  const state = catalogItemState(item)
  const isRejected = state === 'blocked' || state === 'licence-refused' || state === 'set-aside'
  return show === 'blocked' ? isRejected : !item.installed && !isRejected
}
