/** As GitHub names headings. Pure. */
export function headingId(inner: string): string {
  return inner
    .replaceAll(/<[^>]*>|&\w+;/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
