import type { SkillRequirementsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../shared/design/badge.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { Notice } from '../../../shared/design/notice.tsx'
import { Section } from '../../../shared/design/section.tsx'
import { FailedQuery } from '../../../shared/design/states.tsx'
import { RequirementsApproval } from './requirements-approval.tsx'
import { requirementsQuery } from './requirements-query.ts'

interface RequirementsSectionProps {
  readonly skillId: string
  /** Another revision may need something else. */
  readonly revision: number
}

const languages = { python: 'Python', node: 'Node' } as const

/** What a skill's scripts need besides their interpreter, and whether it is there. Most need nothing. */
export function RequirementsSection(props: RequirementsSectionProps) {
  const requirements = useQuery(requirementsQuery(props))
  const { data } = requirements
  if (!requirements.isError && !data?.problem && !data?.items.length) return null
  return (
    <Section
      title="Packages"
      description="What the scripts ask for in requirements.txt and package.json. It is installed, once, before a script first runs, and an owner or admin approves it before."
    >
      {requirements.isError && (
        <FailedQuery what="What the scripts need could not be read" query={requirements} />
      )}
      {data && data.items.length > 0 && (
        <ul aria-label="Packages" className="card divide-y divide-line">
          {data.items.map((item) => (
            <Row key={item.kind} item={item} />
          ))}
        </ul>
      )}
      {data && <RequirementsApproval skillId={props.skillId} items={data.items} />}
      {data?.problem && (
        <Notice tone="warn" title="Its scripts would not run now">
          {data.problem}
        </Notice>
      )}
    </Section>
  )
}

const statuses = {
  installed: { text: 'Installed', tone: 'good' },
  approved: { text: 'Approved, installed with the first run', tone: 'good' },
  'needs-approval': { text: 'Needs approval', tone: 'warn' },
  'not-allowed': { text: 'Not installed here', tone: 'neutral' },
} as const

function Row({ item }: { readonly item: SkillRequirementsBody['items'][number] }) {
  const { kind, packages, status } = item
  const { text, tone } = statuses[status]
  return (
    <li className="flex items-baseline gap-3 px-4 py-2">
      <span className="w-16 shrink-0 text-ink-3">{languages[kind]}</span>
      <span className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">
        <MarkedText text={packages.join(', ')} />
      </span>
      <Badge tone={tone}>{text}</Badge>
    </li>
  )
}
