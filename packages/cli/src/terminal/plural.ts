/** `1 skill`, `2 skills`. */
export function plural(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}
