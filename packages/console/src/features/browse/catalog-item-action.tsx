import type { CatalogItemBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { useCan, useMayWriteSkills } from '../../shared/session/use-me.ts'
import type { CatalogItemState } from './catalog-item-state.ts'
import { useInstallEntry } from './use-install-entry.ts'

interface CatalogItemActionProps {
  readonly item: CatalogItemBody
  readonly state: CatalogItemState
}

/** The button or the link that fits, or why there is none. */
export function CatalogItemAction({ item, state }: CatalogItemActionProps) {
  const decides = useMayWriteSkills('org')
  const asks = useCan('skills.write')
  const install = useInstallEntry(item)
  if (state === 'installed') return null
  if (state === 'set-aside')
    return (
      <Reason item={item} text="It was rejected, set aside or deleted here.">
        <Link
          to="/reviews"
          search={{ source: item.catalog_source_id, state: 'rejected' }}
          className={linkLook}
        >
          Look at what was decided
        </Link>
      </Reason>
    )
  if (state === 'blocked')
    return <Reason item={item} text="The scan found what nobody may approve." />
  if (state === 'licence-refused')
    return <Reason item={item} text="Its licence is not taken by your organisation." />
  if (install.data && 'arrival_id' in install.data)
    return (
      <p role="status" className="max-w-56 text-xs text-ink-2">
        You asked for it: it waits for a review by an owner or admin.
      </p>
    )
  if (decides && state !== 'ready') {
    const what = state === 'update' ? 'Review the update' : 'Review'
    return (
      <Link
        to="/reviews/$id"
        params={{ id: item.arrival_id ?? '' }}
        aria-label={`${what}: ${item.name}`}
        className={buttonClass('secondary', 'small')}
      >
        {what}
      </Link>
    )
  }
  if (!asks) return null
  const [verb, doing] = decides ? ['Install', 'Installing…'] : ['Ask for it', 'Asking…']
  const shown = install.isPending ? doing : verb
  return (
    <Button
      size="small"
      disabled={install.isPending}
      aria-label={`${shown}: ${item.name}`}
      onClick={() => install.mutate()}
    >
      <Download size={13} aria-hidden="true" /> {shown}
    </Button>
  )
}

const linkLook = 'inline-block min-h-6 text-accent-ink underline underline-offset-2'

interface ReasonProps {
  readonly item: CatalogItemBody
  readonly text: string
  /** Where it says more; what waits when nothing is given. */
  readonly children?: ReactNode
}

function Reason({ item: { arrival_id: id, name }, text, children }: ReasonProps) {
  return (
    <p className="max-w-56 text-xs text-ink-2">
      {text}{' '}
      {children ??
        (id !== null && (
          <Link
            to="/reviews/$id"
            params={{ id }}
            aria-label={`See why ${name} is refused`}
            className={linkLook}
          >
            See why
          </Link>
        ))}
    </p>
  )
}
