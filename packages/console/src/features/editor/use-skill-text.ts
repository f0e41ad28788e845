import { countCharacters, loadSkillMd, suggestSkillMdFixes } from '@repertoire/skill-md'
import { useDeferredValue, useMemo } from 'react'

/** A text as the format sees it: fields, remarks, and what the model would be charged for. */
export function useSkillText(source: string) {
  const settled = useDeferredValue(source)
  return useMemo(() => {
    const loaded = loadSkillMd(settled)
    const advice = loaded.ok ? suggestSkillMdFixes(loaded.document) : []
    const body = loaded.ok ? loaded.document.body : ''
    return { loaded, advice, body, characters: countCharacters(body) }
  }, [settled])
}
