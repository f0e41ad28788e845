import type { SkillBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { Badge } from '../../../shared/design/badge.tsx'
import { Button } from '../../../shared/design/button.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { formatCount, plural } from '../../../shared/design/numbers.ts'
import { Timestamp } from '../../../shared/design/timestamp.tsx'
import { useMayWriteSkills } from '../../../shared/session/use-me.ts'
import { archiveWithUndo } from '../../skills/archive-skill.ts'
import { ProvenanceLabel } from '../../skills/provenance-label.tsx'

interface ComparedSkillProps {
  readonly skill: SkillBody
  /** In which the lines are shown that only it has. */
  readonly color: 'Red' | 'Green'
}

/** What tells one of two skills apart from the other, beside their texts. */
export function ComparedSkill({ skill, color }: ComparedSkillProps) {
  const writable = useMayWriteSkills(skill.scope)
  return (
    <section aria-label={skill.slug} className="card flex flex-wrap items-start gap-3 p-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={color === 'Red' ? 'bad' : 'good'}>{color}</Badge>
          <Link
            to="/skills/$id"
            params={{ id: skill.id }}
            className="min-w-0 font-medium [overflow-wrap:anywhere] hover:underline"
          >
            <MarkedText text={skill.name} />
          </Link>
          {skill.slug !== skill.name && (
            <span className="font-mono text-xs text-ink-3">{skill.slug}</span>
          )}
          {skill.scope === 'user' && <Badge>Only me</Badge>}
          {!skill.enabled && <Badge tone="warn">Disabled</Badge>}
          {skill.archived_at !== null && <Badge tone="warn">Archived</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-3">
          <span>Revision {skill.revision}</span>
          <span>{formatCount(skill.content.length)} characters</span>
          <span>{plural(skill.files.length, 'file')}</span>
          <span>
            changed <Timestamp at={skill.updated_at} />
          </span>
          <ProvenanceLabel skill={skill} />
        </p>
      </div>
      {writable && skill.archived_at === null && (
        <Button size="small" onClick={() => void archiveWithUndo(skill)}>
          <Archive size={14} aria-hidden="true" /> Archive{' '}
          <span className="sr-only">{skill.slug}</span>
        </Button>
      )}
    </section>
  )
}
