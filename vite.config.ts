import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` runs the API; the page comes from Vite with hot reload. */
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Workers and pictures stay files: the content security policy allows no data: or blob: scripts.
    assetsInlineLimit: 0,
    // What every page needs comes in one file: small ones of their own compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } },
  },
  server: { port: 5173, proxy: { '/api': api, '/ws': { target: api, ws: true }, '/dev': api } },
});
