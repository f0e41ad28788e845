import type { SkillsStateBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { conversationQuery } from '../../../shared/api/queries.ts'
import { useTakeFiles } from '../files/use-take-files.tsx'
import { skillsNow } from '../skills-now.ts'
import { activateSkill } from './activate-skill.ts'
import type { ComposerParts } from './composer-parts.ts'
import { useAttachedNames } from './use-attached-names.ts'

/** What a message of this conversation can bring along. */
export function useComposerParts(id: string, logged: SkillsStateBody | null): ComposerParts {
  const { names, add, leaveOut, clear } = useAttachedNames(`chat.${id}`)
  const { take, busy, dialog } = useTakeFiles(id, add)
  const skills = skillsNow(logged, useQuery(conversationQuery(id)).data?.skills)
  return {
    skills: {
      active: (skills?.enabled_skills ?? []).map(({ slug }) => slug),
      onChoose: (skill) => void activateSkill(id, skill),
    },
    files: {
      names,
      busy,
      onTake: (files) => void take(files),
      onLeaveOut: leaveOut,
      onSent: clear,
    },
    dialog,
  }
}
