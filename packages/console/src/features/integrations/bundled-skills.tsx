import type { IntegrationBody } from '@repertoire/protocol'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'

interface BundledSkillsProps {
  readonly name: string
  readonly skills: IntegrationBody['skills']
}

/** What the integration brings, broken skills with their reason. Open when something is wrong. */
export function BundledSkills({ name, skills }: BundledSkillsProps) {
  const broken = skills.filter(({ problem }) => problem !== null).length
  return (
    <details open={broken > 0} className="px-4 py-2">
      <summary className="min-h-6 text-xs text-ink-2">
        {plural(skills.length, 'skill')}
        {broken > 0 && `, ${broken} broken`}
      </summary>
      <ul aria-label={`Skills of ${name}`} className="mt-1 divide-y divide-line">
        {skills.map((skill) => (
          <li key={skill.folder} className="py-2 [overflow-wrap:anywhere]">
            <p>
              {skill.problem && <Badge tone="bad">Broken</Badge>}{' '}
              <span className="font-medium">
                <MarkedText text={skill.name ?? skill.folder} />
              </span>{' '}
              {skill.slug && skill.slug !== skill.name && (
                <span className="font-mono text-xs text-ink-3">{skill.slug}</span>
              )}
            </p>
            {skill.description && (
              <p className="text-xs text-ink-2">
                <MarkedText text={skill.description} />
              </p>
            )}
            {skill.problem && (
              <p className="text-xs text-bad-ink">
                {skill.problem.message} {skill.problem.hint}
              </p>
            )}
            {skill.remarks.map(({ message }) => (
              <p key={message} className="text-xs text-warn-ink">
                Left out: {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}
