import type { SkillBody } from '@repertoire/protocol'
import { loadSkillMd } from '@repertoire/skill-md'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, GitFork, Lock } from 'lucide-react'
import { useMemo } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { ProvenanceLabel } from '../skills/provenance-label.tsx'

interface SkillSubtitleProps {
  readonly skill: SkillBody
  readonly changed: boolean
}

/** What has to be known of a skill before anything else, on every tab. */
export function SkillSubtitle({ skill, changed }: SkillSubtitleProps) {
  const forks = useMemo(() => runsInSubAgent(skill.content), [skill.content])
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs">
      <Link
        to="/skills"
        className="inline-flex min-h-6 items-center gap-1 text-xs text-ink-3 hover:text-ink"
      >
        <ArrowLeft size={13} aria-hidden="true" /> Skills
      </Link>
      {skill.slug !== skill.name && (
        <span className="font-mono text-xs text-ink-3">{skill.slug}</span>
      )}
      <span className="text-xs text-ink-3 tabular-nums">Revision {skill.revision}</span>
      <ProvenanceLabel skill={skill} />
      {skill.scope === 'user' && <Badge>Only me</Badge>}
      {skill.allowed_tools.restricts && (
        <Badge title="While agents follow it, they may call only the tools it lists">
          <Lock size={11} aria-hidden="true" className="shrink-0" />
          Limited tools
        </Badge>
      )}
      {forks && (
        <Badge title="A sub-agent carries it out and comes back with a result">
          <GitFork size={11} aria-hidden="true" className="shrink-0" /> Sub-agent
        </Badge>
      )}
      {skill.archived_at !== null && <Badge tone="warn">Archived</Badge>}
      {!skill.enabled && <Badge tone="warn">Disabled</Badge>}
      {changed && <Badge tone="warn">Unsaved changes</Badge>}
    </span>
  )
}

/** The file asks for a sub-agent. */
function runsInSubAgent(content: string): boolean {
  const loaded = loadSkillMd(content)
  return loaded.ok && loaded.document.fields.contextFork
}
