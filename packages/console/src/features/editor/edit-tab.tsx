import type { Diagnostic, LoadResult } from '@repertoire/skill-md'
import { SkillFields } from './skill-fields.tsx'
import { SkillMdPane } from './skill-md-pane.tsx'

interface EditTabProps {
  readonly source: string
  readonly loaded: LoadResult
  /** What would make it better; shown with the remarks. */
  readonly advice: readonly Diagnostic[]
  readonly characters: number
  readonly onSource: (source: string) => void
  readonly enabled: boolean
  readonly onEnabled: (enabled: boolean) => void
  readonly scope: 'org' | 'user'
  readonly onScope?: (scope: 'org' | 'user') => void
  /** Why a skill for everybody cannot be made; absent where it can. */
  readonly onlyOwnBecause?: string
  readonly knownSlug: string
  readonly writable: boolean
  /** Somebody tried to create it as it is: what is missing is named. */
  readonly tried?: boolean
}

/** Text and form of a new skill side by side, with the remarks below the text. */
export function EditTab(props: EditTabProps) {
  const { source, loaded, advice, characters, onSource, writable, ...form } = props
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <SkillMdPane
        source={source}
        remarks={[...loaded.diagnostics, ...advice]}
        characters={characters}
        onSource={onSource}
        writable={writable}
      />
      <SkillFields
        source={source}
        loaded={loaded}
        onSource={onSource}
        disabled={!writable}
        {...form}
      />
    </div>
  )
}
