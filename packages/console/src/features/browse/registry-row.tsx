import { Link } from '@tanstack/react-router'
import { ChevronDown, Download } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { useCan, useMayWriteSkills } from '../../shared/session/use-me.ts'
import { RegistryPackage } from './registry-package.tsx'
import type { ListedSkill } from './registry-queries.ts'
import { useTakeListing } from './use-take-listing.ts'

/** One skill of a registry. */
export function RegistryRow({ skill }: { readonly skill: ListedSkill }) {
  const { id, name, description, installs, state } = skill
  const [isOpen, setOpen] = useState(false)
  const packageId = useId()
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-56 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold tracking-tight [overflow-wrap:anywhere]">
            <MarkedText text={name} />
          </span>
          {state === 'installed' && <Badge tone="good">Installed</Badge>}
          {state === 'waiting' && <Badge tone="accent">Waits for a review</Badge>}
        </div>
        {description !== '' && (
          <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
            <MarkedText text={description} />
          </p>
        )}
        <p className="mt-1 text-xs text-ink-3 [overflow-wrap:anywhere]">
          <span className="font-mono">
            <MarkedText text={id} />
          </span>
          {installs !== null && installs > 0 && (
            <span className="tabular-nums"> · {formatCount(installs)} installs</span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={packageId}
          aria-label={`Look into it: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Look into it
          <ChevronDown
            size={13}
            aria-hidden="true"
            className={classNames(isOpen && 'rotate-180')}
          />
        </Button>
        <InstallButton skill={skill} />
      </div>
      <div id={packageId} className="w-full empty:hidden">
        {isOpen && <RegistryPackage skill={skill} />}
      </div>
    </li>
  )
}

function InstallButton({ skill }: { readonly skill: ListedSkill }) {
  const { name, state, skill_id: skillId, arrival_id: arrivalId } = skill
  const decides = useMayWriteSkills('org')
  const asks = useCan('skills.write')
  const take = useTakeListing(skill)
  const small = buttonClass('secondary', 'small')
  if (state === 'installed' && skillId !== null)
    return (
      <Link to="/skills/$id" params={{ id: skillId }} aria-label={`Open ${name}`} className={small}>
        Open
      </Link>
    )
  if (state === 'waiting' && arrivalId !== null)
    return (
      <Link
        to="/reviews/$id"
        params={{ id: arrivalId }}
        aria-label={`Review ${name}`}
        className={small}
      >
        {decides ? 'Review' : 'Look at it'}
      </Link>
    )
  if (!asks) return null
  const [verb, doing] = decides ? ['Install', 'Fetching…'] : ['Ask for it', 'Asking…']
  return (
    <Button
      size="small"
      disabled={take.isPending}
      aria-label={`${verb}: ${name}`}
      onClick={() => take.mutate()}
    >
      <Download size={13} aria-hidden="true" /> {take.isPending ? doing : verb}
    </Button>
  )
}
