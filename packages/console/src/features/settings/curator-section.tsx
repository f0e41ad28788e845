import type { IdleSkillBody, SweepBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { curatorQuery } from '../../shared/queries/organisation-queries.ts'
import { mayWriteScope } from '../../shared/session/may.ts'
import { useMayWriteSkills, useMe } from '../../shared/session/use-me.ts'
import { unarchiveSkill } from '../skills/archive-skill.ts'

/** What the curator put away, and how to take it back. */
export function CuratorSection({ runs }: { readonly runs: boolean }) {
  const curator = useQuery(curatorQuery)
  const { data } = curator
  return (
    <Section
      title="Curator"
      description="Puts skills that agents made and nobody uses into the archive. It deletes nothing by itself, and never touches what people wrote or brought in; what somebody deleted it takes away for good after 30 days."
    >
      <QueryPlaceholder for={curator} what="The curator" rows={2} />
      {data && (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">
            {data.archive_after_days === 0
              ? 'It is switched off: “Archive after days without use” is 0.'
              : `It archives after ${plural(data.archive_after_days, 'day')} without use.`}{' '}
            {data.next_look_at && data.archive_after_days > 0 && (
              <>
                It looks next <Timestamp at={data.next_look_at} />.
              </>
            )}
          </p>
          {data.last_sweep ? (
            <LastSweep sweep={data.last_sweep} />
          ) : (
            <p className="text-xs text-ink-3">It has not archived anything yet.</p>
          )}
          {runs && data.archive_after_days > 0 && <SweepPreview />}
        </div>
      )}
    </Section>
  )
}

interface LastSweepProps {
  readonly sweep: Pick<SweepBody, 'id' | 'at' | 'skills' | 'others'>
}

function LastSweep({ sweep }: LastSweepProps) {
  const me = useMe()
  const away = sweep.skills.filter(({ archived, scope }) => archived && mayWriteScope(me, scope))
  const undo = useAction({
    mutationFn: () => api.curator.undo(sweep.id),
    onSuccess: ({ restored }) =>
      showToast(`${plural(restored.length, 'skill')} back in the library`),
    onSettled: refresh,
  })
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p>
          Last archived <Timestamp at={sweep.at} />
          <OtherSkillsRow count={sweep.others} />
        </p>
        {away.length > 1 && (
          <Button size="small" disabled={undo.isPending} onClick={() => undo.mutate()}>
            Undo all of it
          </Button>
        )}
      </div>
      <ul aria-label="Archived by the curator" className="card divide-y divide-line">
        {sweep.skills.map((skill) => (
          <IdleRow key={skill.id} skill={skill} />
        ))}
      </ul>
    </div>
  )
}

function OtherSkillsRow({ count }: { readonly count: number }) {
  if (count === 0) return null
  return <span className="text-ink-3">, and {plural(count, 'skill')} only others see</span>
}

function IdleRow({ skill }: { readonly skill: IdleSkillBody }) {
  const writable = useMayWriteSkills(skill.scope)
  const undo = useMutation({ mutationFn: () => unarchiveSkill(skill), onSettled: refresh })
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <div className="min-w-32 flex-1">
        <Link
          to="/skills/$id"
          params={{ id: skill.id }}
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {skill.name}
        </Link>
        <p className="text-xs text-ink-3">{plural(skill.idle_days, 'day')} without use</p>
      </div>
      {skill.archived && !writable && (
        <span className="text-xs text-ink-3">An owner or admin can bring it back</span>
      )}
      {skill.archived && writable && (
        <Button
          size="small"
          disabled={undo.isPending}
          onClick={() => undo.mutate()}
          aria-label={`Undo archiving ${skill.name}`}
        >
          Undo
        </Button>
      )}
      {!skill.archived && <span className="text-xs text-ink-3">In the library</span>}
    </li>
  )
}

/** First what it would do, then the deed. */
function SweepPreview() {
  const [plan, setPlan] = useState<SweepBody | null>(null)
  const sweep = useAction({
    mutationFn: (dryRun: boolean) => api.curator.sweep({ dry_run: dryRun }),
    onSuccess: async (result) => {
      if (result.dry_run) return setPlan(result)
      setPlan(null)
      showToast(`${plural(result.skills.length + result.others, 'skill')} archived`)
      await refresh()
    },
  })
  const count = plan ? plan.skills.length + plan.others : 0
  return (
    <div className="flex flex-col items-start gap-3">
      <Button disabled={sweep.isPending} onClick={() => sweep.mutate(true)}>
        What would it archive now?
      </Button>
      {plan && count === 0 && <p role="status">Nothing: every skill an agent made is in use.</p>}
      {plan && count > 0 && (
        <Notice
          title={`It would archive ${plural(count, 'skill')}`}
          actions={
            <Button size="small" disabled={sweep.isPending} onClick={() => sweep.mutate(false)}>
              Archive now
            </Button>
          }
        >
          {plan.skills.map(({ name }) => name).join(', ')}
          <OtherSkillsRow count={plan.others} />
        </Notice>
      )}
    </div>
  )
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(curatorQuery),
    queryClient.invalidateQueries({ queryKey: ['skills'] }),
  ])
}
