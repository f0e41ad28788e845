import type { SettingsBody, SettingsUpdate } from '@repertoire/protocol'
import { api } from '../api/api.ts'
import { changeInTurn } from '../api/change-in-turn.ts'
import { queryClient, settingsQuery } from '../api/queries.ts'

/** For mutations of settings, which go one after the other: one that begins earlier is not late for it. */
export const settingsScope = { id: 'settings' } as const

const { queryKey } = settingsQuery

/** Saves what was changed of the settings with this ETag. */
export async function saveSettings(changes: SettingsUpdate, etag: string): Promise<SettingsBody> {
  const saved = await changeInTurn({ id: 'settings', etag }, (known) =>
    api.settings.update(changes, known),
  )
  // An answer that is still on its way may be from before.
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, saved)
  // What the limits leave of each conversation is read from them.
  void queryClient.invalidateQueries({ queryKey: ['conversations', 'one'] })
  return saved
}

/** Changes the settings as they are now, whatever the page has read so far. */
export async function changeSettings(
  change: (current: SettingsBody) => SettingsUpdate,
): Promise<SettingsBody> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  const current = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })
  return await saveSettings(change(current), current.etag)
}
