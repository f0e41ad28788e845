import { loadSkillMd } from '@repertoire/skill-md'
import { Badge } from '../design/badge.tsx'
import { Markdown } from '../design/markdown.tsx'
import { MarkedText } from '../design/marked-text.tsx'
import { NotRendered } from './not-rendered.tsx'
import { ScrollBox } from './scrolled-text.tsx'

interface RenderedSkillProps {
  readonly source: string
  readonly onSource: () => void
}

/** What a skill says of itself stands apart from what it says to the model, and both from the page's own words. */
export function RenderedSkill({ source, onSource }: RenderedSkillProps) {
  const loaded = loadSkillMd(source)
  if (!loaded.ok) {
    return (
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <MarkedText text={source} />
      </p>
    )
  }
  const { fields, body } = loaded.document
  return (
    <>
      <NotRendered body={body} frontmatter onSource={onSource} />
      {fields.description && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <MarkedText text={fields.description} />
        </p>
      )}
      {fields.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {fields.tags.map((tag) => (
            <Badge key={tag}>
              <MarkedText text={tag} />
            </Badge>
          ))}
        </p>
      )}
      <ScrollBox label="What the skill would tell an agent">
        <Markdown text={body} />
      </ScrollBox>
    </>
  )
}
