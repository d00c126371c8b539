/* What every public header needs: visibility, and C linkage for C++. */
#ifndef SCREE_EXPORT_H
#define SCREE_EXPORT_H

#if defined(SCREE_STATIC) || !defined(_WIN32)
#if defined(__GNUC__)
#define SCREE_API __attribute__((visibility("default")))
#else
#define SCREE_API
#endif
#elif defined(SCREE_BUILDING)
#define SCREE_API __declspec(dllexport)
#else
#define SCREE_API __declspec(dllimport)
#endif

#ifdef __cplusplus
#define SCREE_BEGIN extern "C" {
#define SCREE_END }
#else
#define SCREE_BEGIN
#define SCREE_END
#endif

#endif
