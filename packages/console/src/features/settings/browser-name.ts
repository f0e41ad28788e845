/** The names that browsers put into what they say of themselves; the first that fits is the most exact. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
] as const

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

/** `Firefox on Linux`; `A browser` where it says nothing known. A session can claim to be anything. */
export function browserName(userAgent: string): string {
  const name = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'A browser'
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return system ? `${name} on ${system}` : name
}
