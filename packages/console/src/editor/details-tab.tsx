import type { SkillBody } from '@repertoire/protocol'
import type { ReactNode } from 'react'
import { Moment } from '../design/moment.tsx'
import { formatCount } from '../design/numbers.ts'
import { sourceLabels } from '../skills/source-labels.ts'

/** Everything known about a skill, for people who need to point at it. */
export function DetailsTab({ skill }: { readonly skill: SkillBody }) {
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Id', <Mono key="id" text={skill.id} />],
    ['Slug', <Mono key="slug" text={skill.slug} />],
    ['Scope', skill.scope === 'org' ? 'Everybody in the organisation' : 'Only you'],
    ['When to use', skill.when_to_use],
    ['Version', skill.version],
    ['Author', skill.author],
    ['Licence', skill.license],
    ['Source', sourceLabels[skill.source_type]],
    ['Source address', skill.source_url],
    ['Source reference', skill.source_ref],
    ['Found at', skill.source_id],
    ['Written by', skill.provenance],
    ['Characters', formatCount(skill.content_length)],
    ['Revision', skill.revision],
    ['Digest', <Mono key="digest" text={skill.digest} />],
    ['Content hash', <Mono key="hash" text={skill.content_hash} />],
    ['Created', <Moment key="created" at={skill.created_at} />],
    ['Changed', <Moment key="changed" at={skill.updated_at} />],
  ]
  const given = rows.filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return (
    <dl className="card mt-4 divide-y divide-line">
      {given.map(([label, value]) => (
        <div key={label} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[10rem_1fr]">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Mono({ text }: { readonly text: string }) {
  return <span className="font-mono text-xs">{text}</span>
}
