import type { SkillBody } from '@repertoire/protocol'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { PreviewTab } from '../../../shared/reading/preview-tab.tsx'
import { SkillFacts } from '../../skills/skill-facts.tsx'

interface OverviewTabProps {
  readonly skill: SkillBody
  /** Of the text as it is in the editor. */
  readonly body: string
  readonly onSource: () => void
}

/** A skill as people read it, beside what is known of it. */
export function OverviewTab({ skill, body, onSource }: OverviewTabProps) {
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,720px)_minmax(0,1fr)]">
      <div className="min-w-0">
        <PreviewTab body={body} onSource={onSource} />
      </div>
      <aside aria-label="About the skill" className="min-w-0 lg:max-w-[312px]">
        <p className="pb-4 text-ink-2 [overflow-wrap:anywhere]">
          <MarkedText
            text={skill.description || 'No description: the agent will not find this skill.'}
          />
        </p>
        <SkillFacts skill={skill} />
      </aside>
    </div>
  )
}
