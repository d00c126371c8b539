/* The Editor script that builds a terrain in Unity. Private to engines/. */
#ifndef ENGINES_ENGINES_UNITY_SCRIPT_H
#define ENGINES_ENGINES_UNITY_SCRIPT_H

/* Lines, NULL at the end. */
extern const char *const engines_unity_script[];

#endif
