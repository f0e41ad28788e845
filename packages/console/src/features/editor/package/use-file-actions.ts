import { useState } from 'react'
import type { useSkillEditing } from '../use-skill-editing.ts'
import type { DraftFile } from './draft-files.ts'
import { newFileText } from './new-file-text.ts'

export interface FileActions {
  /** The file whose path is asked for; `new` for one that is not there yet. */
  readonly naming: DraftFile | 'new' | null
  readonly add: () => void
  readonly rename: (file: DraftFile) => void
  /** Takes the path that was asked for; null when none was given. */
  readonly name: (path: string | null) => void
  readonly remove: (file: DraftFile) => void
  readonly undelete: (file: DraftFile) => void
}

interface Shown {
  /** Path of the file that is open. */
  readonly shown: string
  readonly onFile: (path: string) => void
}

/** Adds, renames and deletes files of a skill; nothing is written before the save. */
export function useFileActions(
  editing: ReturnType<typeof useSkillEditing>,
  { shown, onFile }: Shown,
): FileActions {
  const [naming, setNaming] = useState<FileActions['naming']>(null)
  return {
    naming,
    add: () => setNaming('new'),
    rename: setNaming,
    name(path) {
      setNaming(null)
      if (path === null || naming === null) return
      if (naming === 'new') {
        editing.editFile({ path, text: newFileText(path), base: '' }, null)
        onFile(path)
        return
      }
      editing.renameFile(savedPath(naming), path)
      if (shown === naming.entry.path) onFile(path)
    },
    remove(file) {
      editing.deleteFile({ path: savedPath(file), base: file.saved?.sha256 ?? '' })
      if (file.saved === null && shown === file.entry.path) onFile('SKILL.md')
    },
    undelete: (file) => editing.undeleteFile(savedPath(file)),
  }
}

const savedPath = ({ saved, entry }: DraftFile) => saved?.path ?? entry.path
