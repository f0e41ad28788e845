import type { CatalogItemBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { licenceLabel, verdictLabels } from '../revisions/revision-labels.ts'
import { CatalogItemAction } from './catalog-item-action.tsx'
import { catalogItemState } from './catalog-item-state.ts'

/** One skill that a source offers: what is known of it, and what can be done with it. */
export function CatalogRow({ item }: { readonly item: CatalogItemBody }) {
  const { name, description, path, verdict, licence, licence_decision: decision } = item
  const scan = verdict === null ? undefined : verdictLabels[verdict as keyof typeof verdictLabels]
  const terms = decision && licenceLabel(licence, decision)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 [contain-intrinsic-size:auto_88px] [content-visibility:auto]">
      <div className="min-w-56 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Name item={item}>
            <MarkedText text={name} />
          </Name>
          {item.installed && <Badge tone="good">Installed</Badge>}
          {item.update_available && <Badge tone="accent">Update waits</Badge>}
          {scan && <Badge tone={scan.tone}>{scan.text}</Badge>}
          {terms && <Badge tone={terms.tone}>{terms.text}</Badge>}
        </div>
        <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
          <MarkedText text={description || 'No description is known of it.'} />
        </p>
        <p className="mt-1 font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
          <MarkedText text={path} />
        </p>
      </div>
      <CatalogItemAction item={item} state={catalogItemState(item)} />
    </li>
  )
}

/** A link to the skill that is here, or to what waits; plain where neither is. */
function Name({
  item: { skill_id: skill, arrival_id: arrival },
  children,
}: {
  readonly item: CatalogItemBody
  readonly children: ReactNode
}) {
  const look = 'font-semibold tracking-tight [overflow-wrap:anywhere]'
  if (skill !== null)
    return (
      <Link
        to="/skills/$id"
        params={{ id: skill }}
        data-list-row
        className={`${look} hover:underline`}
      >
        {children}
      </Link>
    )
  if (arrival !== null)
    return (
      <Link
        to="/reviews/$id"
        params={{ id: arrival }}
        data-list-row
        className={`${look} hover:underline`}
      >
        {children}
      </Link>
    )
  return <span className={look}>{children}</span>
}
