import { useMarkWords } from '../../shared/reading/mark-summary.tsx'
import type { ApprovalQuestion } from './approval-question.ts'
import { approvedTexts } from './approved-texts.ts'
import { useEnablementText } from './enablement-queries.ts'

/** What is marked in everything a yes is for, counted and in words. */
export function useCardMarks(question: ApprovalQuestion): readonly string[] {
  const { text } = useEnablementText(question)
  return useMarkWords([...approvedTexts(question), text ?? ''])
}
