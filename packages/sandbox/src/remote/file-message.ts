import { z } from 'zod'
import type { SandboxFile } from '../execution/execution.ts'
import { bytesOf, type Content, contentFields, isContent, type Parts } from './content.ts'

const exactlyOne = 'needs exactly one of text, base64 and part'

export const contentSchema = z.strictObject(contentFields).refine(isContent, exactlyOne)

export const fileSchema = z
  .strictObject({
    path: z.string().max(4_096),
    executable: z.boolean().default(false),
    ...contentFields,
  })
  .refine(isContent, exactlyOne)

export type FileMessage = z.infer<typeof fileSchema>

/** Undefined when the part of a file is missing. */
export function filesOf(
  messages: readonly FileMessage[],
  parts: Parts,
): readonly SandboxFile[] | undefined {
  const files = messages.flatMap(({ path, executable, ...content }) => {
    const bytes = bytesOf(content, parts)
    return bytes ? [{ path, executable, bytes }] : []
  })
  return files.length === messages.length ? files : undefined
}

export function toFileMessage({ path, executable }: SandboxFile, content: Content): FileMessage {
  return { path, executable, ...content }
}
