"""The classroom: submissions of students, unpacked, built, checked, played against staff bots and graded.

docs/classroom.md is for teachers, and for students. What is handed in is hostile until shown otherwise: it is unpacked
without trust (`unpack`), built and played in sandboxes only, and told about in escaped text. Grades are a pure function
of facts (`grading`), so that anyone can see why a student has them.
"""
