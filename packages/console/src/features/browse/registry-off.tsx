import type { SourceBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshSources } from '../../shared/queries/source-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'

/** The public registry that is one switch away. */
const usual = { name: 'skills.sh', base_url: 'https://skills.sh' }

interface RegistryOffProps {
  /** A registry that is there and switched off. */
  readonly off: SourceBody | undefined
}

/** No registry is asked: what it would be, and the switch. */
export function RegistryOff({ off }: RegistryOffProps) {
  const writes = useCan('skills.write')
  const switchOn = useAction({
    mutationFn: () =>
      off
        ? api.sources.update(off.id, { enabled: true })
        : api.sources.create({
            ...{ name: usual.name, source_type: 'marketplace' },
            config: { base_url: usual.base_url, sync_policy: 'manual' },
          }),
    onSettled: refreshSources,
  })
  const name = off?.name ?? usual.name
  return (
    <Empty
      icon={<Globe size={20} />}
      title="No registry is asked yet"
      action={
        writes ? (
          <>
            <Button
              variant="primary"
              disabled={switchOn.isPending}
              onClick={() => switchOn.mutate()}
            >
              {switchOn.isPending ? 'Switching on…' : `Switch on ${name}`}
            </Button>
            <Link to="/sources" className={buttonClass()}>
              Another one
            </Link>
          </>
        ) : undefined
      }
    >
      {writes
        ? `A registry has skills of many publishers. Your words are sent to ${name} when you search there. What you take is scanned, and waits for a review unless it is clean and licensed.`
        : 'Whoever may write skills switches one on.'}
    </Empty>
  )
}
