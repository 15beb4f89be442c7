import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` runs the API; the page comes from Vite with hot reload. */
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * What every page needs comes in one file, and so does what several areas share: small ones of their own compress worse.
 * A group takes what its modules import as well, unless a group before it has it. A page that needs one module loads
 * the whole group: what the guest pages share with the sign-in page has to be in `front`, and what they share with signed-in
 * pages only is a file of its own.
 */
const sharedFiles = [
  // All but `before-hydration.ts`, which comes before everything else, and the script for other sites.
  {
    name: 'base',
    tags: ['$initial' as const],
    test: /^(?!.*\/web\/(before-hydration|features\/programs\/embed\/embed)\.)/,
  },
  {
    name: 'front',
    test: /web\/(ui\/(front-layout|fields\/field|overlays\/load-overlay)|lib\/use-title|features\/boot\/support-contact)\.|icons\/(corner-up-right|chevron-down)\.|contract\/(text\/email|guests\/help\.rules|verification\/verification\.rules)\./,
  },
  { name: 'polling', test: /web\/(lib\/(use-polling|live\/guest-live|use-seconds-left)|ui\/feedback\/progress-bar)\./ },
  {
    name: 'password',
    test: /web\/ui\/fields\/password-field\.|contract\/auth\/auth\.rules\.|icons\/(life-buoy|shield-check|eye|info|check)\./,
  },
  { name: 'signed-in', test: /web\/(areas\/signed-in|ui\/(overlays\/dialog|avatar))\./ },
];

/**
 * What else is fetched together with a part. Of the areas of signed-in people the server says it in the page, so that guests need
 * not download the list.
 */
const partsOfArea = (file: string, parts: string[]) =>
  /(admin|account)-area|access-denied|forced-password|required-second/.test(file)
    ? parts.filter((part) => part.endsWith('.css'))
    : parts;

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [react(), tailwindcss()],
  // The router brings what older versions of React lack.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // For the SBOM of a release, and the notices that the packages in the pages ask for.
    license: { fileName: '.vite/licenses.json' },
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: partsOfArea },
    copyPublicDir: !isSsrBuild,
    // Workers and pictures stay files: the content security policy allows no data: or blob: scripts.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: ['web/index.html', 'web/before-hydration.ts', 'web/features/programs/embed/embed.ts'],
            output: { codeSplitting: { groups: sharedFiles } },
          },
        }),
  },
  server: { port: 5173, proxy: { '/api': api, '/ws': { target: api, ws: true }, '/dev': api } },
}));
