/** SPDX identifiers of the licences whose texts are recognised, the most common first. */
export const commonLicences: readonly string[] = [
  ...['MIT', 'Apache-2.0', 'BSD-3-Clause', 'BSD-2-Clause', 'ISC', '0BSD', 'MIT-0', 'Unlicense'],
  ...['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC-BY-ND-4.0', 'CC-BY-NC-SA-4.0'],
  ...['CC-BY-NC-ND-4.0', 'CC-BY-3.0', 'CC-BY-SA-3.0', 'MPL-2.0', 'LGPL-2.1-only', 'LGPL-3.0-only'],
  ...[
    'GPL-2.0-only',
    'GPL-3.0-only',
    'AGPL-3.0-only',
    'EPL-1.0',
    'EPL-2.0',
    'EUPL-1.2',
    'CDDL-1.0',
  ],
  ...['BSL-1.0', 'Zlib', 'WTFPL', 'Artistic-2.0', 'PostgreSQL', 'OFL-1.1', 'PSF-2.0', 'BUSL-1.1'],
  ...['Elastic-2.0', 'SSPL-1.0', 'FSL-1.1-MIT', 'FSL-1.1-ALv2', 'PolyForm-Noncommercial-1.0.0'],
  ...['PolyForm-Small-Business-1.0.0', 'JSON', 'NCSA', 'BSD-3-Clause-Clear', 'BSD-4-Clause', 'X11'],
  ...['ECL-2.0', 'AFL-3.0', 'MS-PL', 'UPL-1.0', 'MulanPSL-2.0', 'BlueOak-1.0.0', 'HPND'],
  ...['CDLA-Permissive-2.0', 'ODC-By-1.0', 'ODbL-1.0'],
]
