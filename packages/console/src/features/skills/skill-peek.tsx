import type { SkillBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { skillQuery } from '../../shared/api/queries.ts'
import { buttonClass, IconButton } from '../../shared/design/button.tsx'
import { Markdown } from '../../shared/design/markdown.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { SkillFacts } from './skill-facts.tsx'

/** Characters of the text that are shown. */
const beginning = 1500

interface SkillPeekProps {
  readonly id: string
  readonly onClose: () => void
}

/** Beside the list: what a skill is, before anybody opens it. */
export function SkillPeek({ id, onClose }: SkillPeekProps) {
  const skill = useQuery({ ...skillQuery(id), placeholderData: (previous) => previous })
  return (
    <aside
      aria-label="Peek"
      className="fade-in sticky top-0 flex h-dvh max-h-full w-[360px] shrink-0 flex-col border-l border-line bg-raised"
    >
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line pl-5 pr-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          {skill.data ? <MarkedText text={skill.data.name} /> : 'Skill'}
        </h2>
        <IconButton label="Close the peek" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <section
        className="min-h-0 flex-1 overflow-y-auto px-5 py-4"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
        tabIndex={0}
        aria-label="About the skill"
      >
        <QueryPlaceholder for={skill} what="This skill" />
        {skill.data && <SkillPreview skill={skill.data} />}
      </section>
      <div className="flex shrink-0 gap-2 border-t border-line px-5 py-3">
        <Link to="/skills/$id" params={{ id }} className={buttonClass('primary')}>
          Open
        </Link>
        <Link to="/skills/$id" params={{ id }} search={{ tab: 'edit' }} className={buttonClass()}>
          Edit
        </Link>
      </div>
    </aside>
  )
}

function SkillPreview({ skill }: { readonly skill: SkillBody }) {
  const { body, description } = skill
  const text = body.length > beginning ? `${body.slice(0, beginning)}…` : body
  return (
    <>
      <p className="mb-4 text-ink-2" title={renderAnnotations(description)}>
        <MarkedText text={description || 'No description: the agent will not find this skill.'} />
      </p>
      <SkillFacts skill={skill} />
      <div className="mt-4 border-t border-line pt-4 text-sm">
        <Markdown text={text} />
      </div>
    </>
  )
}
