// The first script reads these without React.
export const themeKey = 'darkMode';
export const browserColors = { dark: '#0A0C0D', light: '#F8FAFA' };
