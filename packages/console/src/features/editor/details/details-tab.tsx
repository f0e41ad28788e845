import type { SkillBody } from '@repertoire/protocol'
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../../shared/design/numbers.ts'
import { Section } from '../../../shared/design/section.tsx'
import { Timestamp } from '../../../shared/design/timestamp.tsx'
import { provenanceLabelOf } from '../../skills/provenance-labels.ts'
import { sourceLabels } from '../../skills/source-labels.ts'
import { AllowedToolsSection } from './allowed-tools-section.tsx'
import { FrontmatterList } from './frontmatter-list.tsx'
import { RequirementsSection } from './requirements-section.tsx'
import { SecretsSection } from './secrets-section.tsx'

interface DetailsTabProps {
  readonly skill: SkillBody
  /** The person may write skills. */
  readonly writable: boolean
}

/** Everything known about a skill: what it says of itself, what it holds agents to, where it is from. */
export function DetailsTab({ skill, writable }: DetailsTabProps) {
  return (
    <div className="pt-2">
      <AllowedToolsSection skill={skill} />
      <Section
        title="Frontmatter"
        description="What the saved SKILL.md says of itself, every key of it. All of it goes out again as it came in."
      >
        <FrontmatterList source={skill.content} />
      </Section>
      <RequirementsSection skillId={skill.id} revision={skill.revision} />
      {writable && <SecretsSection skillId={skill.id} />}
      <Section title="Origin and use">
        <Facts rows={originOf(skill)} />
      </Section>
      <Section title="Identity">
        <Facts rows={identityOf(skill)} />
      </Section>
    </div>
  )
}

type Row = readonly [label: string, value: ReactNode]

function originOf(skill: SkillBody): readonly Row[] {
  const { label, explains } = provenanceLabelOf(skill)
  return [
    ['Written by', `${label}. ${explains}`],
    ['Source', sourceLabels[skill.source_type]],
    ['Source address', skill.source_url],
    ['Source reference', skill.source_ref],
    ['Found at', skill.source_id],
    ['Used', usesOf(skill)],
    ['In the archive', skill.archived_at && <Timestamp key="archived" at={skill.archived_at} />],
    ['Created', <Timestamp key="created" at={skill.created_at} />],
    ['Changed', <Timestamp key="changed" at={skill.updated_at} />],
  ]
}

function usesOf({ use_count: count, last_used_at: last }: SkillBody): ReactNode {
  if (last === null) return 'Never given to an agent yet'
  return (
    <>
      {plural(count, 'time')}, last <Timestamp at={last} />
    </>
  )
}

function identityOf(skill: SkillBody): readonly Row[] {
  return [
    ['Id', <Mono key="id" text={skill.id} />],
    ['Slug', <Mono key="slug" text={skill.slug} />],
    ['Scope', skill.scope === 'org' ? 'Everybody in the organisation' : 'Only you'],
    ['Characters', formatCount(skill.content_length)],
    ['Files', formatCount(skill.file_count)],
    ['Revision', skill.revision],
    ['Digest', <Mono key="digest" text={skill.digest} />],
    ['Content hash', <Mono key="hash" text={skill.content_hash} />],
  ]
}

function Facts({ rows }: { readonly rows: readonly Row[] }) {
  const given = rows.filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return (
    <dl className="card divide-y divide-line">
      {given.map(([label, value]) => (
        <div key={label} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[11rem_1fr]">
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
