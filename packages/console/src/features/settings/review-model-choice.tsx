import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../shared/design/notice.tsx'
import { ModelChoice } from '../../shared/models/model-choice.tsx'
import { modelsQuery } from '../../shared/queries/agent-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'

interface ReviewModelChoiceProps {
  readonly saved: string | null
  readonly chosen: string | null
  readonly writable: boolean
  readonly onChange: (id: string | null) => void
}

/** The model that reads each package besides the rules. One that is set only an owner changes. */
export function ReviewModelChoice({ saved, chosen, writable, onChange }: ReviewModelChoiceProps) {
  const { data } = useQuery(modelsQuery)
  const isOwner = useCan('scanner.relax')
  const offered = data?.items.filter(({ demo }) => !demo)
  const isGone =
    offered !== undefined && chosen !== null && !offered.some(({ id }) => id === chosen)
  return (
    <div className="mt-5 flex flex-col gap-3">
      <ModelChoice
        label="A model that reads each package"
        none="None: the rules alone"
        offered={offered}
        chosen={chosen}
        disabled={!writable || (saved !== null && !isOwner)}
        onChange={onChange}
      />
      {isGone && (
        <Notice tone="warn">
          Every package waits unread until another model is chosen, or none.
        </Notice>
      )}
      <p className="text-xs text-ink-3">
        It finds what rules cannot name, such as theft told in plain words, and may only raise a
        verdict. The text of each package goes to its provider, which charges for it.
        {offered?.length === 0 && (
          <>
            {' '}
            <Link className="underline" to="/settings/models">
              Add a model first
            </Link>
            .
          </>
        )}
        {saved !== null && !isOwner && ' Only an owner may change it.'}
      </p>
    </div>
  )
}
