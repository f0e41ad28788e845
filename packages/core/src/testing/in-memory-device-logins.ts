import type { DeviceAnswer, DeviceLogin, DeviceLoginStore } from '../ports/device-logins.ts'

export function createInMemoryDeviceLogins(): DeviceLoginStore {
  /** By the hash of the device code, the oldest first. */
  const logins = new Map<string, { login: DeviceLogin; answer: DeviceAnswer | null }>()
  const open = (userCode: string, now: number) =>
    [...logins.values()].find(
      ({ login, answer }) =>
        login.userCode === userCode && answer === null && now < login.expiresAt,
    )
  return {
    start: async (login, maxOpen) => {
      for (const [hash, { login: old }] of logins) {
        if (old.expiresAt <= login.requestedAt) logins.delete(hash)
      }
      if ([...logins.values()].some((one) => one.login.userCode === login.userCode)) return false
      logins.set(login.codeHash, { login, answer: null })
      const surplus = Math.max(0, logins.size - maxOpen)
      for (const hash of [...logins.keys()].slice(0, surplus)) logins.delete(hash)
      return true
    },
    find: async (userCode, now) => open(userCode, now)?.login ?? null,
    answer: async (userCode, answer, now) => {
      const found = open(userCode, now)
      if (found) found.answer = answer
      return found !== undefined
    },
    fetch: async (codeHash, now) => {
      const found = logins.get(codeHash)
      if (!found) return { is: 'expired' }
      const isOver = found.login.expiresAt <= now
      if (!isOver && !found.answer) return { is: 'pending' }
      logins.delete(codeHash)
      if (isOver || !found.answer) return { is: 'expired' }
      return { ...found.answer, key: found.login.key }
    },
  }
}
