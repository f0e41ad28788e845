import type { ConflictsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { wholeQuery } from '../../shared/api/query-options.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import type { SkillQuestion } from './approval-question.ts'

type Kind = ConflictsBody['pairs'][number]['conflicts'][number]['kind']

const reasons: Readonly<Record<Kind, string>> = {
  'secrets-and-sending': 'One reads secrets, the other sends to a host.',
  'opposite-instructions': 'One asks for what the other forbids.',
  'same-output': 'Both write the same file.',
  'different-versions': 'They pin different versions.',
}

function conflictsQuery(approval: string) {
  return wholeQuery(['approvals', 'conflicts', approval], () => api.stats.conflicts({ approval }))
}

/** How the skill goes against those that are active in the conversation; nothing where it does not. */
export function ConflictNotice({ question }: { readonly question: SkillQuestion }) {
  const { data } = useQuery(conflictsQuery(question.id))
  if (!data || data.pairs.length === 0) return null
  return (
    <section aria-label="Does not go with what is active" className="flex flex-col gap-2">
      {data.pairs.map(({ skills: [active, asked], conflicts }) => (
        <div key={active?.skill_id} className="border-l-2 border-warn pl-3">
          <p className="flex items-start gap-1.5 font-medium">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
            <span>
              Does not go with <MarkedText text={active?.slug ?? ''} />, which is active
            </span>
          </p>
          {conflicts.map(({ kind, evidence }) => (
            <div key={`${kind} ${evidence.join()}`} className="text-xs text-ink-2">
              <p>{reasons[kind]}</p>
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
                {[active, asked].map((skill, index) => (
                  <Evidence key={skill?.skill_id} slug={skill?.slug} text={evidence[index]} />
                ))}
              </dl>
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

interface EvidenceProps {
  readonly slug: string | undefined
  readonly text: string | undefined
}

function Evidence({ slug = '', text = '' }: EvidenceProps) {
  return (
    <>
      <dt className="font-mono [overflow-wrap:anywhere]">
        <MarkedText text={slug} />
      </dt>
      <dd className="[overflow-wrap:anywhere]">
        <MarkedText text={text} />
      </dd>
    </>
  )
}
