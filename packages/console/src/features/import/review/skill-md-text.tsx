import { useEffect, useState } from 'react'
import { MarkSummary } from '../../../shared/reading/mark-summary.tsx'
import { ScrolledText } from '../../../shared/reading/scrolled-text.tsx'
import type { FoundSkill } from '../discover-skills.ts'
import { skillMdOf } from './skill-md-of.ts'

/** SKILL.md of a skill that is not let in yet, as it is written. */
export function SkillMdText({ skill }: { readonly skill: FoundSkill }) {
  const [text, setText] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    skillMdOf(skill).then(
      (read) => gone || setText(read),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [skill])
  if (failed) return <p className="text-xs text-bad-ink">SKILL.md could not be read.</p>
  if (text === null) return null
  return (
    <>
      <MarkSummary texts={[text, ...skill.files.map(({ path }) => path)]} />
      <ScrolledText id={skill.path} label="SKILL.md" text={text} />
    </>
  )
}
