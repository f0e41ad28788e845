import type { SkillBody } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { revisionsQuery, settingsQuery } from '../../shared/api/queries.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { trustQuery } from '../revisions/revision-queries.ts'
import { CostBar } from './cost-bar.tsx'
import { SkillOrigin } from './skill-origin.tsx'
import { useSkillUses } from './skill-uses.ts'

/** What is known of a skill beside its text: cost, use, who has it, where it is from and what the scan says. */
export function SkillFacts({ skill }: { readonly skill: SkillBody }) {
  const settings = useQuery(settingsQuery)
  const budget = settings.data?.skills_max_prompt_chars ?? null
  return (
    <>
      <section aria-label="Cost" className="border-t border-line py-4">
        <h3 className="flex items-center justify-between gap-3 font-medium">
          Cost <CostBar length={skill.content_length} budget={budget} className="font-normal" />
        </h3>
        <p className="mt-1 text-xs text-ink-3 tabular-nums">
          {formatCount(skill.content_length)}
          {budget !== null && ` of ${formatCount(budget)}`} characters while active
          {budget !== null && skill.content_length > budget && ': it can never be active'}
        </p>
      </section>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line py-4">
        {skill.archived_at !== null && (
          <Fact label="Archived">
            <Timestamp at={skill.archived_at} />
          </Fact>
        )}
        <UsageFact skill={skill} />
        <UsedBy skillId={skill.id} />
        <TrustFact skill={skill} />
        <Fact label="From">
          <SkillOrigin skill={skill} />
        </Fact>
        <LastChange skill={skill} />
        <Fact label="Files">{formatCount(skill.file_count)}</Fact>
        {skill.tags.length > 0 && (
          <Fact label="Tags">
            <MarkedText text={skill.tags.map((tag) => `#${tag}`).join(' ')} />
          </Fact>
        )}
      </dl>
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

function UsageFact({ skill }: { readonly skill: SkillBody }) {
  const uses = useSkillUses()
  const recent = uses?.of(skill.id) ?? null
  return (
    <>
      {recent !== null && skill.last_used_at !== null && (
        <Fact label="Used, 30 days">
          {plural(recent, 'time')}
          {uses?.scope === 'own' && ' by you'}
        </Fact>
      )}
      <Fact label="Used">
        {skill.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            {plural(skill.use_count, 'time')}, last <Timestamp at={skill.last_used_at} />
          </>
        )}
      </Fact>
    </>
  )
}

/** The agents that have it attached; any other may still find it. */
function UsedBy({ skillId }: { readonly skillId: string }) {
  const { data } = useInfiniteQuery(agentsQuery)
  const agents = data?.pages.flatMap(({ items }) => items) ?? []
  const attached = agents.filter(({ skill_ids }) => skill_ids.includes(skillId))
  if (!data) return null
  return (
    <Fact label="Used by">
      {attached.length === 0 && 'No agent has it attached'}
      {attached.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to="/agents/$id" params={{ id }} className="underline">
            <MarkedText text={name} />
          </Link>
        </span>
      ))}
    </Fact>
  )
}

function TrustFact({ skill }: { readonly skill: SkillBody }) {
  const trust = useQuery(trustQuery(skill.id))
  const report = trust.data?.report
  const findings = report?.findings.length ?? 0
  return (
    <>
      {trust.data?.revocation && (
        <Fact label="Revoked">
          <MarkedText text={trust.data.revocation.reason} />
          <span className="block text-ink-2">
            <Timestamp at={trust.data.revocation.at} />
          </span>
        </Fact>
      )}
      <Fact label="Scan">
        {report === undefined ? (
          trust.isError ? (
            'unknown'
          ) : (
            '…'
          )
        ) : (
          <Link
            to="/skills/$id"
            params={{ id: skill.id }}
            search={{ tab: 'trust' }}
            className="inline-flex items-center gap-1.5 hover:underline"
          >
            {findings === 0 ? (
              <CircleCheck size={14} aria-hidden="true" className="text-good" />
            ) : (
              <TriangleAlert size={14} aria-hidden="true" className="text-warn" />
            )}
            {findings === 0 ? 'No findings' : plural(findings, 'finding')}
          </Link>
        )}
      </Fact>
      <Fact label="Licence">
        <MarkedText text={report?.licence.expression ?? (skill.license || 'unknown')} />
      </Fact>
    </>
  )
}

function LastChange({ skill }: { readonly skill: SkillBody }) {
  const { data } = useQuery(revisionsQuery(skill.id))
  const head = data?.items.find(({ number }) => number === skill.revision)
  return (
    <Fact label="Revision">
      {skill.revision}, changed <Timestamp at={head?.created_at ?? skill.updated_at} />
      {head && (
        <>
          {' by '}
          <MarkedText text={head.created_by_name ?? 'a former member'} />
        </>
      )}
    </Fact>
  )
}
