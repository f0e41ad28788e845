import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FileAddress, skillFileQuery } from '../../../shared/queries/skill-file-query.ts'
import { fileKind } from '../files/file-kind.ts'
import { textOf } from '../files/file-view.tsx'

/** The saved text of a file; null while it is not there and for what is no text. */
export function useFileText(address: FileAddress, isSaved: boolean): string | null {
  const kind = fileKind(address.entry)
  const isText = isSaved && (kind === 'text' || kind === 'markdown')
  const file = useQuery({ ...skillFileQuery(address), enabled: isText })
  const { path } = address.entry
  return useMemo(
    () => (file.data && isText ? textOf(path, file.data) : null),
    [path, file.data, isText],
  )
}

/** The lines of `text` end as those of the original do: the editor knows only one kind. */
export function withLineEndsOf(original: string, text: string): string {
  return original.includes('\r\n') && !/[^\r]\n/.test(original)
    ? text.replaceAll(/\r?\n/g, '\r\n')
    : text
}
