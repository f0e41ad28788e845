import type { ReactNode } from 'react'

/** A skill that a person puts into the conversation. */
export interface SkillChoice {
  readonly slug: string
  readonly name: string
}

/** What a message can bring along: skills for the conversation and files in its workspace. */
export interface ComposerParts {
  readonly skills: {
    /** Slugs of those that are active already. */
    readonly active: readonly string[]
    readonly onChoose: (skill: SkillChoice) => void
  }
  readonly files: {
    /** Names of uploaded files that the next message mentions. */
    readonly names: readonly string[]
    readonly onTake: (files: readonly File[]) => void
    readonly onLeaveOut: (name: string) => void
    readonly onSent: () => void
    readonly busy: boolean
  }
  /** A question that has to be answered first, such as whether a file is replaced. */
  readonly dialog?: ReactNode
}

/** A message with the files it is about, so that the agent knows of them. */
export function mentionFiles(text: string, names: readonly string[]): string {
  if (names.length === 0) return text
  return `${text}\n\nFiles: ${names.join(', ')}`.trim()
}

/** The files of a drop. A folder comes as a file without content, and is named instead. */
export function droppedFiles(transfer: DataTransfer): {
  readonly files: readonly File[]
  readonly folders: readonly string[]
} {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const folders = entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
  return { files: [...transfer.files].filter(({ name }) => !folders.includes(name)), folders }
}
